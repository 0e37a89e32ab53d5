/** The status of a JSON answer, and the code of its error; undefined where it is none. */
export async function refusalOf(
  answer: Response | Promise<Response>,
): Promise<[status: number, code: string | undefined]> {
  const response = await answer
  const { code } = (await response.json()) as { code?: string }
  return [response.status, code]
}
