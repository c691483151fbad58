export default () => <h1>Saved</h1>
