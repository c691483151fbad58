/** @jsxImportSource react */
import { island } from '@fw/runtime/react'
import { Tabs } from 'radix-ui'
import { useState } from 'react'
import { Button } from './ui/button.react.tsx'

/** Components as shadcn/ui generates them: Radix, variants of classes, and `asChild`. */
export const ShadcnParts = island(function ShadcnParts() {
  const [orders, setOrders] = useState(0)
  return (
    <section>
      <Button variant="outline" className="px-2" onClick={() => setOrders(orders + 1)}>
        Orders: {orders}
      </Button>
      <Button asChild>
        <a href="/kobalte">Kobalte</a>
      </Button>
      <Tabs.Root defaultValue="tea">
        <Tabs.List>
          <Tabs.Trigger value="tea">Tea</Tabs.Trigger>
          <Tabs.Trigger value="coffee">Coffee</Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="tea">Steep it.</Tabs.Content>
        <Tabs.Content value="coffee">Brew it.</Tabs.Content>
      </Tabs.Root>
    </section>
  )
})
