import { island } from '@fw/runtime'
import Accordion from 'corvu/accordion'

function QuestionsBody() {
  return (
    <Accordion initialValue="tea">
      <Accordion.Item value="tea">
        <Accordion.Trigger>Tea</Accordion.Trigger>
        <Accordion.Content>Steep it.</Accordion.Content>
      </Accordion.Item>
      <Accordion.Item value="coffee">
        <Accordion.Trigger>Coffee</Accordion.Trigger>
        <Accordion.Content>Brew it.</Accordion.Content>
      </Accordion.Item>
    </Accordion>
  )
}

/** An accordion of corvu. Only the library handles events, so `island` makes it an island. */
export const Questions = island(QuestionsBody, { when: 'load' })
