import type { MessageFile } from '@covo/contract/files/message-files'
import { type RawBuilder, sql } from 'kysely'

/** Selects the files of a row of `messages`, by its name in the query: in the contract's form, or null where it has none. */
export function filesOfMessage(message: RawBuilder<unknown>) {
  const row = sql`(${message})`
  return sql<MessageFile[] | null>`case when ${row}.has_files then (
    select jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
      'id', id, 'name', name, 'size', coalesce((picture->>'size')::integer, size),
      'kind', case when picture is null then 'file' else 'picture' end,
      'width', picture->'width', 'height', picture->'height',
      'movingMs', picture->'moving'->'milliseconds',
      'placeholder', case when not is_spoiler then picture->'placeholder' end,
      'alt', alt, 'isSpoiler', nullif(is_spoiler, false), 'preview', preview, 'warning', warning
    )) order by place)
    from files
    where conversation_id = ${row}.conversation_id and sequence = ${row}.sequence
  ) end`
}
