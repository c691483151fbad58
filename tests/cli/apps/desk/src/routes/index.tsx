export default () => <p>Desk</p>
