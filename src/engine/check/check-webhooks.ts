import type { Repository } from '../../git/repository.ts'
import type { GitHost } from '../../githost/git-host.ts'
import type { Webhook } from '../../githost/host-setup.ts'
import type { Finding, Verdict } from '../../report/check-up.ts'
import type { HostSettings } from '../../settings.ts'
import type { CheckOptions } from './check-options.ts'
import { asked, type Find, isFinding } from './finding.ts'

/** Whether the host tells us of pushes and pull requests; without, the sweep alone finds them. */
export async function webhookFindings(
  { setup }: GitHost,
  settings: HostSettings,
  repository: Repository,
  { publicUrl }: CheckOptions,
  find: Find,
): Promise<readonly Finding[]> {
  if (setup === undefined) return []
  const listed = await asked(find, () => setup.webhooks(repository))
  if (isFinding(listed)) return [listed]
  const route = `/webhooks/${settings.kind}`
  const wanted = publicUrl === undefined ? undefined : `${publicUrl.replace(/\/+$/, '')}${route}`
  if (listed === undefined)
    return [find('note', 'its webhooks are not known: only an administrator of the repository may list them')]
  const isOurs = ({ url }: Webhook) => (wanted === undefined ? pathOf(url).endsWith(route) : url === wanted)
  const ours = listed.filter(isOurs)
  if (ours.length > 0) return ours.flatMap((hook) => hookFindings(hook, settings, find))
  const isMeant = settings.webhookSecrets.length > 0
  const where = wanted ?? `an address that ends in ${route}`
  return [
    find(
      isMeant ? 'wrong' : 'note',
      `no webhook leads to ${where}${isMeant ? '; add one, see the README' : ': the sweep alone finds pushes'}`,
    ),
  ]
}

function hookFindings(hook: Webhook, settings: HostSettings, find: Find): readonly Finding[] {
  const flaws = flawsOf(hook, settings)
  const shown = addressOf(hook.url)
  const about: (says: string, verdict: Verdict) => Finding = (says, verdict) =>
    find(verdict, `its webhook to ${shown} ${says}`)
  const { lastStatus = 200, branches } = hook
  const isHeard = lastStatus >= 200 && lastStatus < 300
  return [
    ...flaws.map((flaw) => about(flaw, 'wrong')),
    ...(isHeard ? [] : [about(lastDelivery(lastStatus), 'wrong')]),
    ...(flaws.length === 0 && isHeard ? [about('tells of all that we need', 'right')] : []),
    ...(branches === undefined ? [] : [about(`tells only of branches that match ${branches}`, 'note')]),
  ]
}

function flawsOf(hook: Webhook, { webhookSecrets }: HostSettings): readonly string[] {
  const { active, missingEvents, isJson, hasSecret } = hook
  return [
    ...(active ? [] : ['is not active; switch it on']),
    ...(missingEvents.length === 0 ? [] : [`does not tell of ${missingEvents.join(', ')}; add these events`]),
    ...(isJson ? [] : ['sends forms; choose application/json']),
    ...(hasSecret === false ? ['has no secret, so its deliveries are refused; give it one'] : []),
    ...(webhookSecrets.length === 0 ? ['cannot be verified: the settings name no webhookSecrets'] : []),
  ]
}

function lastDelivery(status: number): string {
  return status === 0
    ? 'got no answer at its last delivery; can the host reach this address?'
    : `got ${status} at its last delivery; our log says why`
}

/** Without what may be a secret in it. */
function addressOf(url: string): string {
  if (!URL.canParse(url)) return 'no address'
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname}`
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : ''
}
