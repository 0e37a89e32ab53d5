import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Names the text font in the page itself: the browser asks for it beside the styles instead of after them. */
function preloadTextFont(): Plugin {
  return {
    name: 'covo:preload-text-font',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => /schibsted-grotesk-latin-wght-normal.*\.woff2$/.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
            injectTo: 'head-prepend' as const,
          })),
    },
  }
}

export default defineConfig({
  plugins: [react({ compiler: true }), preloadTextFont()],
  build: {
    // The content security policy allows no data: fonts and styles.
    assetsInlineLimit: 0,
  },
  server: {
    proxy: { '/api': { target: 'http://localhost:3000', ws: true } },
  },
})
