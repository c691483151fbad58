export default () => <h1>Elsewhere</h1>
