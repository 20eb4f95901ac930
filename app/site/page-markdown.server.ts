import MarkdownIt from 'markdown-it'

// What staff type as HTML is text, like all of their words.
const markdown = new MarkdownIt({ html: false })
markdown.validateLink = (address) => /^(https?:\/\/|mailto:|\/(?!\/))/i.test(address.trim())
markdown.renderer.rules.image = (tokens, index) => markdown.utils.escapeHtml(tokens[index]?.content ?? '')

/** What staff wrote in Markdown as the HTML of a page: terms, privacy, documents to sign. */
export const pageHtml = (text: string): string => markdown.render(text)
