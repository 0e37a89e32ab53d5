#!/bin/sh
# `npm start`: sets up what is missing, then becomes the server, so that no process but npm's stays beside it.
set -e
cd "$(dirname "$0")/.."
node scripts/start.mjs

NODE_ENV="${NODE_ENV:-production}"
NODE_COMPILE_CACHE="$PWD/.cache/compile"
export NODE_ENV NODE_COMPILE_CACHE
# The pinned Node: npm installs the package of this platform alone. The semi-space is the room for what lives briefly, in MB:
# V8 would take more, and keep it (docs/performance.md).
exec node_modules/node-*/bin/node --max-semi-space-size=8 --heap-growing-percent=35 apps/server/src/main.ts --attended
