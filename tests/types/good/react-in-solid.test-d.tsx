/** @jsxImportSource solid-js */
import type { ComponentProps, JSX } from 'solid-js'
import { expectType } from '../equal.ts'
import { Chart, Memo, Stars, Text } from './react-islands.react.tsx'

// In Solid it is a component of Solid, with the props that it has in React, and where it starts.
export const inSolid: JSX.Element = (
  <>
    <Stars of={5} onRate={(stars) => stars.toFixed()} client:visible="200px" />
    <Chart name="a" client:idle />
    <Memo of={5} label="b" />
    <Text id="a" />
  </>
)
expectType<ComponentProps<typeof Chart>, { readonly name: string }>(true)
expectType<ComponentProps<typeof Stars>['of'], number>(true)
