import type { Room } from '@covo/contract/rooms/rooms.routes'
import {
  maximumGroupLength,
  maximumPurposeLength,
  maximumRoomNameLength,
  parseRoom,
} from '@covo/contract/rooms/rooms.rules'
import { useForm } from '@mantine/form'
import { useId, useState } from 'react'
import { ApiError, call } from '../platform/api.ts'
import { useProblem } from '../platform/use-problem.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { TextField } from '../ui/field.tsx'
import { showToast } from '../ui/toast.tsx'
import { refetchRooms, useRooms } from './rooms.queries.ts'
import { moderatingErrors, roomsTexts } from './rooms.texts.it.ts'

/** Where a moderator makes a room, or changes the texts of one. */
export function RoomDialog({ room, onClose }: { room: Room | null; onClose: () => void }) {
  return (
    <Dialog
      title={room ? roomsTexts.edit : roomsTexts.create}
      opened
      onClose={onClose}
      closeOnClickOutside={false}
    >
      <Form room={room} onClose={onClose} />
    </Dialog>
  )
}

function Form({ room, onClose }: { room: Room | null; onClose: () => void }) {
  const { data } = useRooms()
  const { name = '', purpose = '', group = '' } = room ?? {}
  const form = useForm({ initialValues: { name, purpose, group } })
  /** Of the texts that were shown first, or that somebody else wrote meanwhile, who was told of it. */
  const [version, setVersion] = useState(room?.version)
  const problems = useProblem(form, moderatingErrors, { 'rooms.name_taken': 'name' })
  const groupsId = useId()
  const groups = new Set(data?.rooms.map((one) => one.group).filter(Boolean))

  async function save(): Promise<void> {
    const { value: json, problem } = parseRoom(form.values)
    if (problem) return problems.showProblem(problem)
    await problems.submit(async () => {
      if (room && version !== undefined) {
        const param = { slug: room.slug }
        await call('PATCH /api/moderation/rooms/{slug}', { param, json: { ...json, version } })
      } else await call('POST /api/moderation/rooms', { json })
      showToast('done', room ? roomsTexts.saved : roomsTexts.created)
      await refetchRooms()
      onClose()
    }, handleError)
  }

  /** Who reads that somebody else changed the room may save all the same. */
  async function handleError(error: unknown): Promise<void> {
    problems.showError(error)
    if (!(error instanceof ApiError && error.code === 'rooms.changed_meanwhile')) return
    const rooms = await refetchRooms()
    setVersion(rooms?.find(({ slug }) => slug === room?.slug)?.version)
  }

  return (
    <DialogForm
      isBusy={problems.isBusy}
      failure={problems.failure}
      cancel={roomsTexts.cancel}
      submit={room ? roomsTexts.save : roomsTexts.create}
      onCancel={onClose}
      onSubmit={() => {
        problems.setFailure(null)
        void save()
      }}
    >
      <TextField
        label={roomsTexts.name}
        maxLength={maximumRoomNameLength}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextField
        label={roomsTexts.purpose}
        maxLength={maximumPurposeLength}
        autoComplete="off"
        {...form.getInputProps('purpose')}
      />
      <TextField
        label={roomsTexts.group}
        maxLength={maximumGroupLength}
        autoComplete="off"
        list={groupsId}
        {...form.getInputProps('group')}
      />
      <datalist id={groupsId}>
        {[...groups].map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </DialogForm>
  )
}
