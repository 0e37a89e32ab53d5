/**
 * Says so where the browser is too old for the program (docs/accessibility.md): a script of its own, which runs before the program's and
 * in older browsers too. The element is there until the program draws.
 */
addEventListener('error', ({ filename }) => {
  const start = document.querySelector('[data-start]')
  if (start && filename.startsWith(location.origin))
    start.textContent = 'Questo browser è troppo vecchio per Covo. Aggiornalo, o prova con un altro.'
})
