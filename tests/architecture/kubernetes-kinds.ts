import type { Deployment } from 'kubernetes-types/apps/v1'
import type { ConfigMap, Service } from 'kubernetes-types/core/v1'
import type { Ingress } from 'kubernetes-types/networking/v1'
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1'

/** The API versions and kinds that the manifests in deploy/ use, with the types of their fields. */
export type KubernetesKinds = {
  'apps/v1 Deployment': Deployment
  'networking.k8s.io/v1 Ingress': Ingress
  'policy/v1 PodDisruptionBudget': PodDisruptionBudget
  'v1 ConfigMap': ConfigMap
  'v1 Service': Service
}
