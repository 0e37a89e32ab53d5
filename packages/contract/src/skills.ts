/** What members say that they can do, in the order in which it is shown. */
export const skills = [
  'Web',
  'Crypto',
  'Pwn',
  'Reverse',
  'Forensics',
  'Misc',
  'OSINT',
  'Hardware',
  'Cloud',
  'AI',
  'Mobile',
  'Frontend',
  'Backend',
  'Design',
  'Pitch',
] as const

export type Skill = (typeof skills)[number]

/** The skills of the list that are among these texts: each once, in its order. */
export function skillsAmong(texts: readonly string[]): Skill[] {
  return skills.filter((skill) => texts.includes(skill))
}
