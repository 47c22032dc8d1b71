// Command kustomize is the real kustomize, the one that our own renderer is compared with.
package main

import (
	"os"

	"sigs.k8s.io/kustomize/kustomize/v5/commands"
)

func main() {
	if commands.NewDefaultCommand().Execute() != nil {
		os.Exit(1)
	}
}
