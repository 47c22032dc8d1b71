import { fail, inField } from '../../render-error.ts'
import { absorb } from '../generate.ts'
import { aResource } from '../resource.ts'
import type { Configure } from './plugin-config.ts'

/** IAMPolicyGenerator: a ServiceAccount that stands for one of Google Cloud's. */
export const iamPolicyGenerator: Configure = ({ reader, root, place, resource, files }) => {
  const fields = reader.fields(root, ['cloud', 'kubernetesService', 'serviceAccount'])
  const service = reader.fields(fields.get('kubernetesService'), ['name', 'namespace'])
  const account = reader.fields(fields.get('serviceAccount'), ['name', 'projectId'])
  const cloud = reader.text(fields.get('cloud'))
  if (cloud !== 'gke') fail(inField(place, 'cloud'), `cloud provider ${cloud} not supported yet; use gke`)
  const namespace = reader.text(service.get('namespace'))
  const email = `${reader.text(account.get('name'))}@${reader.text(account.get('projectId'))}.iam.gserviceaccount.com`
  const object = {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: {
      annotations: { 'iam.gke.io/gcp-service-account': email },
      name: reader.text(service.get('name')),
      ...(namespace !== '' && { namespace }),
    },
  }
  const made = aResource(object, resource.origin, resource.schema)
  return (resources) => absorb(resources, { behavior: '', place }, made, files.budget)
}
