import { Chart } from '../components/recharts.react.tsx'

export default () => <Chart />
