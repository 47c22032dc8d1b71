/** Argo CD's names, so that a repository means the same here and there. */
export const trackingIdAnnotation = 'argocd.argoproj.io/tracking-id'
export const syncWaveAnnotation = 'argocd.argoproj.io/sync-wave'
export const syncOptionsAnnotation = 'argocd.argoproj.io/sync-options'
export const compareOptionsAnnotation = 'argocd.argoproj.io/compare-options'
/** On an Application: a field manager whose updates are taken over like client-side apply. */
export const migrationManagerAnnotation = 'argocd.argoproj.io/client-side-apply-migration-manager'
export const hookAnnotation = 'argocd.argoproj.io/hook'
export const hookDeletePolicyAnnotation = 'argocd.argoproj.io/hook-delete-policy'

/** Written by client-side apply; it holds the whole object, Secret values included. */
export const lastAppliedAnnotation = 'kubectl.kubernetes.io/last-applied-configuration'

/** The operation that created a hook; how a crash is told from another's object of the same name. */
export const operationIdAnnotation = 'plumbline.dev/operation-id'

/** Which paths an application depends on, where its author would rather say it. */
export const manifestGeneratePathsAnnotation = 'argocd.argoproj.io/manifest-generate-paths'
