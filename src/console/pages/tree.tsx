import type { JSX } from 'hono/jsx/jsx-runtime'
import { nodesIn, type TreeNode } from '../tree.ts'
import { comparedTones, comparedWords } from './compared.ts'
import { healthTones, Pill } from './state.tsx'
import { Key, said } from './text.tsx'

const shownRoots = 300
const shownChildren = 50

/** Objects by owner: a list within a list, which is a tree to whoever hears it. */
export function Tree({ tree }: { readonly tree: readonly TreeNode[] }): JSX.Element {
  return (
    <div class="panel">
      <ul class="tree">
        <Nodes nodes={tree} most={shownRoots} />
      </ul>
    </div>
  )
}

function Nodes({ nodes, most }: { readonly nodes: readonly TreeNode[]; readonly most: number }): JSX.Element {
  const left = nodes.slice(most)
  return (
    <>
      {nodes.slice(0, most).map((node) => (
        <Node node={node} />
      ))}
      {left.length > 0 ? <li class="muted small">and {nodesIn(left)} more objects</li> : ''}
    </>
  )
}

function Node({ node }: { readonly node: TreeNode }): JSX.Element {
  const { key, compared, health, children, isHealthIgnored } = node
  const kept = compared?.kind === 'extraneous' && compared.kept !== undefined
  return (
    <li>
      <div class="row">
        <span class="name">
          <Key of={key} />
        </span>
        {compared === undefined ? (
          ''
        ) : (
          <Pill
            about="Sync"
            tone={kept ? 'dim' : comparedTones[compared.kind]}
            text={kept ? 'Not in Git, kept' : comparedWords[compared.kind]}
            quiet={compared.kind === 'inSync'}
          />
        )}
        {health === undefined ? (
          ''
        ) : (
          <Pill
            about="Health"
            tone={healthTones[health.status]}
            text={`${health.status}${isHealthIgnored ? ', ignored' : ''}`}
            quiet={health.status === 'Healthy'}
          />
        )}
        {health !== undefined && health.status !== 'Healthy' && health.message !== '' ? (
          <span class="said">{said(health.message)}</span>
        ) : (
          ''
        )}
      </div>
      {children.length > 0 ? (
        <ul>
          <Nodes nodes={children} most={shownChildren} />
        </ul>
      ) : (
        ''
      )}
    </li>
  )
}
