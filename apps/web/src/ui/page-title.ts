let title = document.title
let waiting = 0

/** Names the page. */
export function setPageTitle(next: string): void {
  title = next
  write()
}

/** How many things wait for the member: the page's name begins with it. */
export function setWaitingCount(count: number): void {
  waiting = count
  write()
}

function write(): void {
  document.title = waiting === 0 ? title : `(${waiting > 99 ? '99+' : waiting}) ${title}`
}
