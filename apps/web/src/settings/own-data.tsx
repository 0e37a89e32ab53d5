import { useQuery } from '@tanstack/react-query'
import { describeError } from '../platform/api.ts'
import { dateFormat } from '../platform/format.ts'
import { formatBytes } from '../platform/format-bytes.ts'
import { Button } from '../ui/button.tsx'
import { InlineAlert } from '../ui/inline-alert.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import {
  archivePath,
  exportQuery,
  ownFilesPath,
  ownFilesQuery,
  useDownloadExport,
  useRequestExport,
} from './export.queries.ts'
import { exportErrors, exportTexts } from './export.texts.it.ts'
import { Setting, SettingsPanel } from './settings-panel.tsx'

const formatDay = dateFormat({ day: 'numeric', month: 'long', year: 'numeric' })

/** A copy of all that is stored about the member. */
export function OwnData() {
  const { data: archive, isError, refetch } = useQuery(exportQuery)
  const { data: ownFiles } = useQuery(ownFilesQuery)
  const request = useRequestExport()
  const download = useDownloadExport()
  const error = request.error ?? download.error
  return (
    <SettingsPanel title={exportTexts.title}>
      <Setting what={<p>{exportTexts.what}</p>}>
        {archive && archive.state !== 'waiting' && (
          <Button
            busy={request.isPending}
            onClick={() => {
              download.reset()
              request.mutate()
            }}
          >
            {exportTexts.prepare}
          </Button>
        )}
      </Setting>
      {isError && !archive && <LoadFailure onRetry={refetch} />}
      {archive?.state === 'ready' && (
        <Setting what={<p>{exportTexts.until(formatDay(new Date(archive.expiresAt ?? '')))}</p>}>
          <a
            href={archivePath}
            download
            onClick={(event) => {
              event.preventDefault()
              request.reset()
              if (!download.isPending) download.mutate()
            }}
          >
            {exportTexts.download(formatBytes(archive.bytes ?? 0))}
          </a>
        </Setting>
      )}
      {ownFiles && (
        <Setting what={<p>{exportTexts.ownFiles}</p>}>
          <a href={ownFilesPath} download>
            {exportTexts.downloadOwnFiles(formatBytes(ownFiles))}
          </a>
        </Setting>
      )}
      {archive?.state === 'waiting' && <InlineAlert kind="info">{exportTexts.waiting}</InlineAlert>}
      {archive?.state === 'failed' && !request.isPending && (
        <InlineAlert kind="error">{exportTexts.failed}</InlineAlert>
      )}
      {error && <InlineAlert kind="error">{describeError(error, exportErrors)}</InlineAlert>}
    </SettingsPanel>
  )
}
