import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { Splash } from '../ui/splash.tsx'
import { authTexts } from './auth.texts.it.ts'
import { tellOpener } from './provider-popup.ts'

/** The last page of the external provider's popup: it sends its outcome to the page behind it, and closes. */
export function ProviderPopupScreen() {
  const { search, hash } = useLocation()
  useEffect(() => {
    void tellOpener({ search, hash }).then(() => window.close())
  }, [search, hash])
  return <Splash text={authTexts.closeWindow} />
}
