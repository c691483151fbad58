import { createResource, ErrorBoundary, Suspense } from 'solid-js'
import { Data } from '../data.tsx'
import { gate } from '../gates.ts'

const IDS = ['0', '00', '1', '10', '2', '20', '3', '30', 'i0-0', 'i0-00', 'e0', 'e00']

/** Marks by which Solid and the framework find their parts in the HTML of a page, as a visitor writes them. */
const MARKS = [
  '<!--xs-->',
  '<!--fw-end-->',
  '</head>',
  '</noscript>',
  '<!--fw-live-->',
  ...IDS.flatMap((id) => [`<!--pl-${id}-->`, `<!--!$${id}-->`, `<!--!$/${id}-->`, `<template id="pl-${id}">`]),
]
const text = MARKS.map((mark) => `${mark}<img src=x onerror="document.title='xss'">`).join('')

/** What a sanitizer keeps: markup that is text of an attribute. */
const html = `<b title="${text.replaceAll('"', '&quot;')}">kept</b>`

function Slow() {
  const [word] = createResource(async () => {
    await gate('marks')
    return 'slow section'
  })
  return <p class="slow">{word()}</p>
}

function Failing() {
  const [word] = createResource(async () => {
    await gate('marks')
    throw new Error('no word')
  })
  return <p>{word()}</p>
}

export default function Page() {
  return (
    <main>
      <p title={text} class={text} style={{ color: text }} {...{ lang: text }}>
        {text}
      </p>
      <div innerHTML={html} />
      <ErrorBoundary
        fallback={
          <p class="failed" title={text}>
            failed
          </p>
        }
      >
        <Suspense
          fallback={
            <i title={text}>
              <span innerHTML={html} />
            </i>
          }
        >
          <Failing />
        </Suspense>
      </ErrorBoundary>
      <Suspense
        fallback={
          <i title={text}>
            <span innerHTML={html} />
          </i>
        }
      >
        <Slow />
      </Suspense>
      <Data name="one" />
    </main>
  )
}
