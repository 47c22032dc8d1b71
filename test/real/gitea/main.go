// Command gitea is the real Gitea server, for tests only.
package main

import (
	"os"
	"time"

	"code.gitea.io/gitea/cmd"
	"code.gitea.io/gitea/modules/setting"
)

func main() {
	const version = "1.26.0"
	setting.AppVer = version
	setting.AppStartTime = time.Now().UTC()
	if err := cmd.RunMainApp(cmd.NewMainApp(cmd.AppVersion{Version: version}), os.Args...); err != nil {
		os.Exit(1)
	}
}
