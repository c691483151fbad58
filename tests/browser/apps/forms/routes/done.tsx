export default () => <h1>Done</h1>
