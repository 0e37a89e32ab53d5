import type { Device } from '@covo/contract/auth/devices.routes'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { providerLabel } from '../platform/instance.ts'
import { Button } from '../ui/button.tsx'
import { Contained } from '../ui/error-boundary.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { formatDay, formatDayOfUse } from './format-day.ts'
import { devicesQuery, useEndDevices } from './security.queries.ts'
import { securityTexts } from './security.texts.it.ts'
import { Setting } from './settings-panel.tsx'

/** Where the member is signed in, each to be ended but the one at hand. */
export function Devices() {
  const { data: devices, isError, refetch } = useQuery(devicesQuery)
  const end = useEndDevices()
  if (isError && !devices) return <LoadFailure onRetry={refetch} />
  if (!devices) return null
  return (
    <>
      <ul aria-label={securityTexts.devices}>
        {devices.map((device) => (
          <Contained as="li" key={device.id}>
            <DeviceRow
              device={device}
              isEnding={end.isPending && end.variables === device.id}
              onEnd={() => end.mutate(device.id)}
            />
          </Contained>
        ))}
      </ul>
      {devices.length > 1 && (
        <Setting>
          <Button busy={end.isPending && end.variables === null} onClick={() => end.mutate(null)}>
            {securityTexts.endOtherDevices}
          </Button>
        </Setting>
      )}
    </>
  )
}

type DeviceRowProps = { device: Device; isEnding: boolean; onEnd: () => void }

function DeviceRow({ device, isEnding, onEnd }: DeviceRowProps) {
  const id = useId()
  return (
    <Setting
      as="li"
      what={
        <>
          <strong id={id}>{device.device || securityTexts.unknownDevice}</strong>
          {device.isCurrent && <em>{securityTexts.thisDevice}</em>}
          <span>
            {[
              securityTexts.signedInOn(formatDay(new Date(device.startedAt))),
              securityTexts.lastUsed(formatDayOfUse(device.lastUsedOn)),
            ].join(' · ')}
          </span>
          {device.method && <span>{methodText(device.method)}</span>}
          {device.hasPush && <span>{securityTexts.withPush}</span>}
        </>
      }
    >
      {!device.isCurrent && (
        <Button variant="quiet" size="small" busy={isEnding} aria-describedby={id} onClick={onEnd}>
          {securityTexts.endDevice}
        </Button>
      )}
    </Setting>
  )
}

function methodText(method: NonNullable<Device['method']>): string {
  if (method === 'provider') return securityTexts.withProvider(providerLabel)
  return method === 'password' ? securityTexts.withPassword : securityTexts.withPasskey
}
