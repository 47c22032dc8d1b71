import { inject } from 'vitest'
import { clusterContract } from '../contract/cluster.ts'
import { openRealCluster } from './real-cluster.ts'

clusterContract('kube-apiserver', async () => openRealCluster(inject('controlPlane')))
