import { createHandler, StartServer } from '@solidjs/start/server'

const Document = ({ assets, children, scripts }) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      {assets}
    </head>
    <body>
      <div id="app">{children}</div>
      {scripts}
    </body>
  </html>
)

export default createHandler(() => <StartServer document={Document} />)
