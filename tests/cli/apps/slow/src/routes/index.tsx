export default () => <h1>Slow</h1>
