import { expect, test } from 'vitest'
import { obey } from '../../src/engine/obey.ts'
import type { Command, CommentTrigger } from '../../src/engine/trigger.ts'
import { aWorld, type Instance, repository, type World } from '../support/world.ts'

const plan: Command = { kind: 'plan' }
const acknowledge: Command = { kind: 'acknowledge', digest: '0123456789abcdef' }

function aProposal(from?: 'eve') {
  const world = aWorld()
  world.commit({ 'root/.keep': '' })
  const proposed = world.propose({ 'apps/a.yaml': 'a: 1' }, from && { from })
  return { world, instance: world.start(), ...proposed }
}

/** Performs the comment alone, not the plan that it asks for. */
async function hear(instance: Instance): Promise<void> {
  await instance.run(() => instance.waiting.every(({ kind }) => kind === 'pullRequest'))
}

function reactions(world: World, number: number): readonly unknown[] {
  return world.git.comments('platform/config', number).flatMap(({ reactions: found }) => found)
}

test.each([
  ['plan', plan, { by: 'ada' }],
  ['ack', acknowledge, { by: 'ada', acknowledges: '0123456789abcdef' }],
])('%s from somebody who may write is seen and asks for a plan of that head', async (_, command, asked) => {
  const { world, instance, number, head } = aProposal()
  instance.comment(number, 'ada', command, head)
  await hear(instance)

  expect(instance.waiting).toMatchObject([
    { kind: 'pullRequest', trigger: { repository, number, asked: { ...asked, head } } },
  ])
  expect(reactions(world, number)).toEqual([{ login: 'platform', content: 'eyes' }])
})

test.each([
  ['may only read', 'eve'],
  ['is not known', 'mallory'],
])('whoever %s gets a thumb down and nothing else', async (_, author) => {
  const { world, instance, number, head } = aProposal()
  instance.comment(number, author, acknowledge, head)
  await hear(instance)

  expect(instance.waiting).toEqual([])
  expect(reactions(world, number)).toEqual([{ login: 'platform', content: '-1' }])
  expect(instance.logged.map(({ facts }) => facts.reason)).toEqual([
    'its author may not write to the repository',
  ])
})

test('the author of a fork has no say in it', async () => {
  const { instance, number, head } = aProposal('eve')
  instance.comment(number, 'eve', plan, head)
  await hear(instance)

  expect(instance.waiting).toEqual([])
})

test('a head that was pushed after the comment is not what was asked for', async () => {
  const { world, instance, number, head } = aProposal('eve')
  instance.comment(number, 'ada', plan, head)
  world.git.commit('eve/config', 'topic', { files: { 'apps/a.yaml': 'a: 2' }, message: 'swapped' })
  await hear(instance)

  expect(instance.waiting).toEqual([])
  expect(reactions(world, number)).toEqual([{ login: 'platform', content: 'confused' }])
})

test('a fork whose head the host does not tell is not planned; a branch of the repository is', async () => {
  const forked = aProposal('eve')
  forked.instance.comment(forked.number, 'ada', plan)
  await hear(forked.instance)
  const own = aProposal()
  own.instance.comment(own.number, 'ada', plan)
  await hear(own.instance)

  expect(forked.instance.waiting).toEqual([])
  expect(own.instance.waiting).toMatchObject([{ trigger: { asked: { by: 'ada', head: own.head } } }])
})

test('a closed pull request is not planned, a merged one still takes an acknowledgement', async () => {
  const closed = aProposal()
  closed.world.git.editPullRequest('platform/config', closed.number, { state: 'closed' })
  closed.instance.comment(closed.number, 'ada', plan, closed.head)
  await hear(closed.instance)
  const merged = aProposal()
  merged.world.git.mergePullRequest('platform/config', merged.number)
  merged.instance.comment(merged.number, 'ada', acknowledge, merged.head)
  await hear(merged.instance)

  expect(closed.instance.waiting).toEqual([])
  expect(merged.instance.waiting).toMatchObject([
    { trigger: { asked: { acknowledges: acknowledge.digest } } },
  ])
})

test.each<[string, Partial<CommentTrigger>]>([
  ['another author', { author: 'ada' }],
  ['another command', { command: acknowledge }],
  ['a comment that is not there', { commentId: 4711 }],
])('a forged delivery is not obeyed: %s', async (_, forged) => {
  const { instance, number, head } = aProposal()
  instance.comment(number, 'author' in forged ? 'eve' : 'ada', plan, head)
  const told = instance.waiting.flatMap((job) => (job.kind === 'comment' ? [job.trigger] : []))
  const [trigger] = told
  if (trigger === undefined) throw new Error('nothing was told')
  const before = instance.waiting.length
  await obey(instance.ports, { ...trigger, ...forged })

  expect(instance.waiting).toHaveLength(before)
  expect(instance.logged[0]?.facts.reason).toBe('the host has no such comment of that author')
})

test('a host without the reaction keeps nobody from being heard', async () => {
  const { world, instance, number, head } = aProposal()
  world.git.intercept((request, answer) =>
    request.url.endsWith('/reactions') ? Promise.resolve(new Response(null, { status: 403 })) : answer(),
  )
  instance.comment(number, 'ada', plan, head)
  await hear(instance)

  expect(instance.waiting).toHaveLength(1)
  expect(instance.logged.map(({ message }) => message)).toContain('a comment got no reaction')
})

test('a token that may not ask who may write is told to the operator, and seen on the comment', async () => {
  const { world, instance, number, head } = aProposal()
  world.git.intercept((request, answer) =>
    request.url.endsWith('/permission') ? Promise.resolve(new Response('{}', { status: 403 })) : answer(),
  )
  instance.comment(number, 'ada', plan, head)

  await expect(hear(instance)).rejects.toMatchObject({ code: 'forbidden', turn: 'operator' })
  expect(reactions(world, number)).toEqual([{ login: 'platform', content: 'confused' }])
})
