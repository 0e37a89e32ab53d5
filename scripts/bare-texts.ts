import { parseSync } from 'vite'

type Node = { type: string; start: number; end: number } & Record<string, unknown>

/** What React draws for a child: an element, or a text, which a component without an element of its own may be too. */
type Kind = 'element' | 'component' | 'text' | 'slot' | 'nothing' | 'list'

/** Components that always draw one element. */
const elements = /^(Icon|Logo$|Link$|Button$|ButtonLink$|AlertDialog$|Dialog$)/
/** Children that callers hand in: texts where the element is one of `phrases`, else elements. */
const slots = /^(children|above|around|back|below|controls|doors|failure|mark|note|one|question)$/
const phrases = /^(a|b|bdi|button|dd|dt|em|h\d|label|legend|li|p|small|span|strong|summary|td|th|time)$/

/**
 * The lines of a component's source that draw a text beside something that comes, goes or changes. A browser that translates a page
 * puts an element in the place of each text: React then has no text to put the new element before, and the screen falls; or changes
 * one that nobody sees. An element around the text is what React looks for then; or a key in a template, of all that an element shows,
 * which has React make all of it anew.
 */
export function bareTexts(file: string, source: string): { line: number; code: string }[] {
  const found: { line: number; code: string }[] = []
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || (isNode(value) && isMadeAnew(value))) return
    if (isNode(value) && isMarkup(value) && isBare(value))
      found.push({
        line: source.slice(0, value.start).split('\n').length,
        code: source.slice(value.start, value.end),
      })
    for (const part of Object.values(value)) visit(part)
  }
  visit(parseSync(file, source).program)
  return found
}

function isBare(markup: Node): boolean {
  const children = (markup.children as Node[]).filter(isDrawn)
  const kinds = children.map((child) => new Set(kindsOf(child)))
  const isAlone = children.length < 2 && markup.type !== 'JSXFragment'
  if (isAlone) return kinds.some((all) => all.has('list') && all.has('text'))
  const areFixed = children.every((child) => isFixed(child))
  const arePhrases = phrases.test(nameOf(markup))
  return !areFixed && kinds.some((all) => all.has('text') || (all.has('slot') && arePhrases))
}

function isMadeAnew(node: Node): boolean {
  const attributes = ((node.openingElement as Node | undefined)?.attributes ?? []) as Node[]
  const key = attributes.find(({ name }) => (name as Node | undefined)?.name === 'key')?.value as
    | Node
    | undefined
  return /^[a-z]/.test(nameOf(node)) && (key?.expression as Node | undefined)?.type === 'TemplateLiteral'
}

/** All that is ever drawn for it is known, and there from the beginning. */
function isFixed(child: Node): boolean {
  if (child.type === 'JSXText') return true
  if (child.type !== 'JSXExpressionContainer') return kindsOf(child)[0] === 'element'
  const expression = child.expression as Node
  return expression.type === 'Literal' || (isMember(expression) && /^\w*[tT]exts\b/.test(rootOf(expression)))
}

function kindsOf(node: Node): Kind[] {
  switch (node.type) {
    case 'JSXFragment':
    case 'JSXElement': {
      const name = nameOf(node)
      return [/^[a-z]/.test(name) || elements.test(name) ? 'element' : 'component']
    }
    case 'JSXText':
    case 'TemplateLiteral':
      return ['text']
    case 'Literal':
      return [/\S/.test(String(node.value ?? '')) && typeof node.value !== 'boolean' ? 'text' : 'nothing']
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
      return kindsOf(node.expression as Node)
    case 'LogicalExpression':
      return node.operator === '&&'
        ? ['nothing', ...kindsOf(node.right as Node)]
        : [...kindsOf(node.left as Node), ...kindsOf(node.right as Node)]
    case 'ConditionalExpression':
      return [...kindsOf(node.consequent as Node), ...kindsOf(node.alternate as Node)]
    case 'CallExpression':
      return kindsOfCall(node)
    case 'Identifier':
      return [slots.test(String(node.name)) ? 'slot' : 'text']
    default:
      return ['text']
  }
}

/** Of a list, what is drawn for each of its items. */
function kindsOfCall(call: Node): Kind[] {
  const callee = call.callee as Node
  if (callee.type === 'Identifier' && slots.test(String(callee.name))) return ['slot']
  const [draw] = call.arguments as Node[]
  if (!isMember(callee) || (callee.property as Node).name !== 'map' || !draw) return ['text']
  const body = draw.body as Node | undefined
  if (!body) return ['text']
  return ['list', ...(body.type === 'BlockStatement' ? returnedBy(body) : [body]).flatMap(kindsOf)]
}

function returnedBy(block: Node): Node[] {
  return (block.body as Node[]).flatMap((statement) =>
    statement.type === 'ReturnStatement' && isNode(statement.argument) ? [statement.argument] : [],
  )
}

/** Blanks are no text to a translator. */
function isDrawn(child: Node): boolean {
  if (child.type === 'JSXText') return /\S/.test(String(child.value))
  const expression = child.expression as Node | undefined
  if (expression?.type === 'Literal') return kindsOf(expression)[0] === 'text'
  return expression?.type !== 'JSXEmptyExpression'
}

function nameOf(element: Node): string {
  const name = (element.openingElement as Node | undefined)?.name as Node | undefined
  return String(name?.name ?? (name?.property as Node | undefined)?.name ?? '')
}

function rootOf(member: Node): string {
  const object = member.object as Node
  return isMember(object) ? rootOf(object) : String(object.name)
}

function isMember(node: Node): boolean {
  return node.type === 'MemberExpression'
}

function isMarkup(node: Node): boolean {
  return node.type === 'JSXElement' || node.type === 'JSXFragment'
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}
