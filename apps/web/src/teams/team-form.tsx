import { type Skill, skills, skillsAmong } from '@covo/contract/skills'
import type { Team } from '@covo/contract/teams/teams.routes'
import { defaultTeamSize, parseTeam, type TeamDraft } from '@covo/contract/teams/teams.rules'
import { Textarea } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { DialogForm } from '../ui/dialog-form.tsx'
import { TextField } from '../ui/field.tsx'
import styles from './team-form.module.css'
import { fieldProblems, teamErrors, teamsTexts } from './teams.texts.it.ts'

/** The fields as they are typed. */
export type TeamFields = Omit<TeamDraft, 'maximum' | 'skills'> & { maximum: string; skills: Skill[] }
export type TeamValues = Omit<TeamDraft, 'skills'> & { skills: Skill[] }

export const newTeam: TeamFields = {
  name: '',
  presentation: '',
  maximum: String(defaultTeamSize),
  skills: [],
  isLooking: false,
  ctftimeId: '',
}

export function fieldsOf(team: Team): TeamFields {
  const { name, presentation, maximum, isLooking, ctftimeId } = team
  return { name, presentation, maximum: String(maximum), skills: team.skills, isLooking, ctftimeId }
}

/** The fields of a team, to make or to edit it. */
export function TeamForm({
  initial,
  members = 1,
  isBusy,
  failure,
  submit,
  onChange,
  onCancel,
  onSubmit,
}: {
  initial: TeamFields
  /** How many are in it: its maximum is not lower. */
  members?: number
  isBusy: boolean
  failure: ReactNode
  /** The name of the button that submits. */
  submit: string
  onChange?: (fields: TeamFields) => void
  onCancel: () => void
  onSubmit: (values: TeamValues) => void
}) {
  const id = useId()
  const [fields, setFields] = useState(initial)
  const [problem, setProblem] = useState<{ field: keyof TeamDraft; text: string } | null>(null)
  const problemOf = (field: keyof TeamDraft) => problem?.field === field && problem.text

  function change(changed: Partial<TeamFields>) {
    const next = { ...fields, ...changed }
    setFields(next)
    onChange?.(next)
    if (problem && problem.field in changed) setProblem(null)
  }

  function handleSubmit(form: HTMLFormElement) {
    const typed = fields.maximum.trim()
    const maximum = /^\d{1,3}$/.test(typed) ? Number(typed) : Number.NaN
    const { value, problem: refusal } = parseTeam({ ...fields, maximum })
    const field = refusal?.field ?? (value && value.maximum < members ? 'maximum' : null)
    if (!field) {
      setProblem(null)
      if (value) onSubmit(value)
      return
    }
    const text = refusal ? fieldProblems[field] : teamsTexts.tooFew(members)
    setProblem({ field, text: text ?? teamErrors['teams.field_invalid'] })
    const faulty = form.elements.namedItem(field)
    if (faulty instanceof HTMLElement) faulty.focus()
  }

  const presentationProblem = problemOf('presentation')
  return (
    <DialogForm
      isBusy={isBusy}
      failure={failure}
      cancel={teamsTexts.cancel}
      submit={submit}
      onCancel={onCancel}
      onSubmit={handleSubmit}
    >
      <TextField
        name="name"
        label={teamsTexts.name}
        data-autofocus
        autoComplete="off"
        value={fields.name}
        error={problemOf('name')}
        onChange={({ currentTarget: { value } }) => change({ name: value })}
      />
      <Textarea
        name="presentation"
        label={teamsTexts.presentation}
        autosize
        minRows={3}
        maxRows={8}
        value={fields.presentation}
        errorProps={{ role: 'alert' }}
        error={
          presentationProblem && (
            <>
              <IconAlertCircle aria-hidden="true" />
              <span>{presentationProblem}</span>
            </>
          )
        }
        onChange={({ currentTarget: { value } }) => change({ presentation: value })}
      />
      <fieldset className={styles.skills}>
        <legend>{teamsTexts.skills}</legend>
        {skills.map((skill) => (
          <label key={skill} className={styles.skill}>
            <input
              type="checkbox"
              checked={fields.skills.includes(skill)}
              onChange={({ currentTarget: { checked } }) =>
                change({
                  skills: skillsAmong(
                    checked ? [...fields.skills, skill] : fields.skills.filter((one) => one !== skill),
                  ),
                })
              }
            />
            <span>{skill}</span>
          </label>
        ))}
      </fieldset>
      <div>
        <label className={styles.looking}>
          <input
            type="checkbox"
            checked={fields.isLooking}
            aria-describedby={id}
            onChange={({ currentTarget: { checked } }) => change({ isLooking: checked })}
          />
          <span>{teamsTexts.isLooking}</span>
        </label>
        <p id={id} className={styles.hint}>
          {teamsTexts.lookingHint}
        </p>
      </div>
      <div className={styles.pair}>
        <TextField
          name="maximum"
          label={teamsTexts.maximum}
          inputMode="numeric"
          autoComplete="off"
          value={fields.maximum}
          error={problemOf('maximum')}
          onChange={({ currentTarget: { value } }) => change({ maximum: value })}
        />
        <TextField
          name="ctftimeId"
          label={teamsTexts.ctftimeId}
          note={teamsTexts.ctftimeHint}
          inputMode="numeric"
          autoComplete="off"
          value={fields.ctftimeId}
          error={problemOf('ctftimeId')}
          onChange={({ currentTarget: { value } }) => change({ ctftimeId: value })}
        />
      </div>
    </DialogForm>
  )
}
