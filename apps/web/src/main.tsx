import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { dropComposedKeys } from './platform/composed-keys.ts'
import { prepareOnIntent } from './platform/prepare-on-intent.ts'
import { registerWorker } from './platform/register-worker.ts'
import { retryStylesheets } from './platform/retry-stylesheets.ts'
import { App, prepare } from './routes.tsx'
import { keepFocus } from './ui/keep-focus.ts'

// Before any other handler of keys.
dropComposedKeys()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
const drawn = createRoot(root)

function draw() {
  drawn.render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}

// The page's own markup stays until there is more to show. A script that failed to load is fetched again by its screen, which shows a second failure.
prepare(location.pathname).then(draw, draw)
retryStylesheets()
prepareOnIntent(prepare)
registerWorker()
keepFocus()
