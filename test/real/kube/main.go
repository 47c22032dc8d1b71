// Command controlplane is etcd, kube-apiserver, kube-controller-manager and kubectl in one binary, for tests only.
package main

import (
	"fmt"
	"net/url"
	"os"
	"time"

	"github.com/spf13/cobra"
	"go.etcd.io/etcd/server/v3/embed"
	"k8s.io/component-base/cli"
	_ "k8s.io/component-base/logs/json/register"
	_ "k8s.io/component-base/metrics/prometheus/clientgo"
	_ "k8s.io/component-base/metrics/prometheus/version"
	kubectl "k8s.io/kubectl/pkg/cmd"
	kubectlutil "k8s.io/kubectl/pkg/cmd/util"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	controllermanager "k8s.io/kubernetes/cmd/kube-controller-manager/app"
)

func main() {
	if len(os.Args) < 2 {
		fail("usage: controlplane etcd DIR CLIENT_URL | kube-apiserver … | kube-controller-manager … | kubectl …")
	}
	component := os.Args[1]
	os.Args = append([]string{component}, os.Args[2:]...)
	switch component {
	case "etcd":
		runEtcd(os.Args[1], os.Args[2])
	case "kube-apiserver":
		runCommand(apiserver.NewAPIServerCommand())
	case "kube-controller-manager":
		runCommand(controllermanager.NewControllerManagerCommand())
	case "kubectl":
		runKubectl()
	default:
		fail("unknown component " + component)
	}
}

func runCommand(command *cobra.Command) {
	os.Exit(cli.Run(command))
}

func runKubectl() {
	if err := cli.RunNoErrOutput(kubectl.NewDefaultKubectlCommand()); err != nil {
		kubectlutil.CheckErr(err)
	}
}

func runEtcd(dir, client string) {
	clientURL, err := url.Parse(client)
	if err != nil {
		fail(err.Error())
	}
	peerURL, _ := url.Parse("http://127.0.0.1:0")
	config := embed.NewConfig()
	config.Dir = dir
	config.UnsafeNoFsync = true
	config.LogLevel = "error"
	config.ListenClientUrls = []url.URL{*clientURL}
	config.AdvertiseClientUrls = []url.URL{*clientURL}
	config.ListenPeerUrls = []url.URL{*peerURL}
	config.AdvertisePeerUrls = []url.URL{*peerURL}
	config.InitialCluster = config.InitialClusterFromName(config.Name)
	server, err := embed.StartEtcd(config)
	if err != nil {
		fail(err.Error())
	}
	select {
	case <-server.Server.ReadyNotify():
	case <-time.After(time.Minute):
		fail("etcd did not become ready within a minute")
	}
	fail((<-server.Err()).Error())
}

func fail(message string) {
	fmt.Fprintln(os.Stderr, message)
	os.Exit(1)
}
