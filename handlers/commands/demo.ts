import { UsageError } from '../node-only/command-line.ts'
import { asTold, readDemoAddress } from '../node-only/demo-address.ts'
import type { Command } from './command.ts'

export const demoCommand: Command = {
  name: 'demo',
  usage: [['demo push|pr|edit', 'play in the demo that runs (npm run demo)']],
  details:
    'push: pushes the next image of the web application. pr: opens a pull request\nand shows its comment. edit: scales the Deployment by hand, as kubectl would, until the sweep has healed it. Prints what\ncomes of it. Exit code 0: it came out as told.',
  options: [],
  async run({ rest }) {
    const [play, ...more] = rest
    if (play === undefined || more.length > 0 || !/^[a-z]+$/.test(play))
      throw new UsageError('demo takes one word')
    const address = await readDemoAddress()
    if (address === undefined) throw new UsageError('no demo is running; start one with: npm run demo')
    const response = await fetch(`${address}/${play}`, { method: 'POST' }).catch(() => undefined)
    if (response === undefined)
      throw new UsageError('the demo does not answer; start it again with: npm run demo')
    if (response.status === 404) throw new UsageError(`the demo knows no ${JSON.stringify(play)}`)
    return (await printAsItComes(response)).endsWith(`${asTold}\n`) ? 0 : 1
  },
}

async function printAsItComes(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const part of response.body ?? []) {
    const more = decoder.decode(part, { stream: true })
    process.stdout.write(more)
    text += more
  }
  return text
}
