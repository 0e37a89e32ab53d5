import { createTheme } from '@mantine/core'

/**
 * The default properties of Mantine's components. Their colours, fonts and sizes are variables, mapped onto ours in
 * mantine.css.
 */
export const theme = createTheme({
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Textarea: { defaultProps: { size: 'md' } },
    Notifications: {
      defaultProps: {
        position: 'bottom-right',
        containerWidth: 'var(--form-width)',
        transitionDuration: 180,
        // Follows the text, as everything that holds some.
        notificationMaxHeight: '12.5rem',
      },
    },
  },
})
