/**
 * Says so where the browser is too old for the program (docs/accessibility.md): a script of its own and no module, which runs before the
 * program's and in older browsers too. The element is there until the program draws.
 */
function sayTooOld() {
  const start = document.querySelector('[data-start]')
  if (!start) return
  // A sentence is set as one, and not as what a machine says.
  start.classList.add('splash-sentence')
  start.textContent = 'Questo browser è troppo vecchio per Covo. Aggiornalo, o prova con un altro.'
}

addEventListener('error', ({ filename }) => {
  if (filename.startsWith(location.origin)) sayTooOld()
})
// Without modules no browser fetches the program, and nothing fails.
if (!('noModule' in HTMLScriptElement.prototype)) addEventListener('DOMContentLoaded', sayTooOld)
