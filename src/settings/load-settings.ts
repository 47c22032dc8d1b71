import { getOwn } from '../kube/json.ts'
import type { Settings } from '../settings.ts'
import { parseSettings } from './parse-settings.ts'
import type { SettingsSource } from './secret-reader.ts'
import { SettingsError } from './settings-error.ts'

const variable = 'PLUMBLINE_SETTINGS'

/** Reads the settings that `PLUMBLINE_SETTINGS` holds or points at. Throws `SettingsError`. */
export async function loadSettings(source: SettingsSource): Promise<Settings> {
  const value = getOwn(source.env, variable)?.trim() ?? ''
  if (value === '') {
    throw new SettingsError(
      'missing',
      `${variable}: is not set; set it to the path of a YAML file, or to its text`,
    )
  }
  if (isText(value)) return parseSettings(value, variable)
  return parseSettings(await readSettingsFile(value, source), value)
}

/** A path has no line break and no space after a colon. */
function isText(value: string): boolean {
  return value.includes('\n') || value.startsWith('{') || value.includes(': ')
}

async function readSettingsFile(path: string, source: SettingsSource): Promise<string> {
  try {
    return await source.readFile(path)
  } catch (cause) {
    throw new SettingsError('unreadable', `${path}: the settings cannot be read; correct ${variable}`, {
      subject: { file: path },
      cause,
    })
  }
}
