// Imported first by what `npm start` and `npm test` run, whatever Node the machine has.
const oldest = 20

if (Number.parseInt(process.versions.node, 10) < oldest) {
  console.error(
    `Covo is started with Node.js ${oldest} or later, and this is ${process.versions.node}: install a newer one from https://nodejs.org and try again.`,
  )
  process.exit(1)
}
