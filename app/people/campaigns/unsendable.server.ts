import type { Token } from 'markdown-it'
import type { CampaignText } from './campaign-form'
import { markdown } from './render-body.server'

/**
 * Why a letter may not go out as it is, in a sentence; null where it may. A picture would come as its words alone, and
 * a placeholder as its braces: we know none.
 */
export function whyUnsendable({ subject, body }: CampaignText): string | null {
  const placeholder = /\{\{[^{}]{0,60}\}\}/.exec(`${subject}\n${body}`)?.[0]
  if (placeholder)
    return `${placeholder} would be sent just like this: we fill in nothing. Please write what it stands for.`
  return hasPicture(markdown.parse(body, {})) ? NO_PICTURES : null
}

const NO_PICTURES =
  'A letter cannot have pictures: readers would only see the words that stand for them. Please remove the picture, or write a link to it.'

/** Also one that is written wrongly, which would come as its marks. */
const hasPicture = (tokens: Token[]): boolean =>
  tokens.some(
    ({ type, content, children }) =>
      type === 'image' || (type === 'text' && /!\[|<img\b/i.test(content)) || hasPicture(children ?? []),
  )
