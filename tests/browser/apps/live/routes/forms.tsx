import { Adder } from '../adder.tsx'

export default () => <Adder board="a" />
