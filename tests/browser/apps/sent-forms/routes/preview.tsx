export default () => <h1>Preview</h1>
