import { readFileSync } from 'node:fs'

/** One line of a Dockerfile, its continuations joined. */
export type Instruction = { word: string; rest: string }
/** What stands between one FROM and the next; `from` is another stage's name or an image. */
export type Stage = { name: string; from: string; instructions: Instruction[] }

const instructionsOf = (text: string): Instruction[] =>
  text
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({ word: line.split(' ')[0] ?? '', rest: line.slice(line.indexOf(' ') + 1).trim() }))

/**
 * The stages of the Dockerfile as it is built with the arguments' defaults, in order; the last one is the
 * image.
 */
export function stagesOf(file = 'Dockerfile'): Stage[] {
  const stages: Stage[] = []
  const defaults = new Map<string, string>()
  for (const { word, rest } of instructionsOf(readFileSync(file, 'utf8'))) {
    const current = stages.at(-1)
    if (word === 'FROM') {
      const [from = '', , name = ''] = rest
        .replace(/\$\{(\w+)\}/g, (_, arg) => defaults.get(arg) ?? '')
        .split(' ')
      stages.push({ name, from, instructions: [] })
    } else if (current) current.instructions.push({ word, rest })
    else if (word === 'ARG') defaults.set(rest.split('=')[0] ?? '', rest.slice(rest.indexOf('=') + 1))
    else throw new Error(`${word} stands before the first FROM`)
  }
  return stages
}

/** The image that a stage begins with, be it by way of other stages. */
export function baseOf(stages: Stage[], stage: Stage): string {
  const parent = stages.find(({ name }) => name !== '' && name === stage.from)
  return parent ? baseOf(stages, parent) : stage.from
}

/** A command in the exec form: a JSON array. */
export const wordsOf = (rest: string): string[] => JSON.parse(rest)
