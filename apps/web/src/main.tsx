import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { registerWorker } from './platform/register-worker.ts'
import { App } from './routes.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
registerWorker()
