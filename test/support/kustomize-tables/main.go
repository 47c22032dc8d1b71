// Command kustomize-tables prints, as TypeScript, what kustomize 5.8.1 takes from its built-in OpenAPI document:
// which lists strategic merge patches merge by key, and which kinds are cluster-scoped or namespaced.
//
//	cd test/support/kustomize-tables && go run . > ../../../src/render/kustomize/merge-keys.generated.ts
package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/kube-openapi/pkg/validation/spec"
	"sigs.k8s.io/kustomize/kyaml/openapi"
	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// rule says how one field goes on: into a definition, or into a list merged by keys (none: as a set of scalars).
type rule struct {
	To   string    `json:"to,omitempty"`
	Keys *[]string `json:"keys,omitempty"`
}

type tables struct {
	source map[string]spec.Schema
	rules  map[string]map[string]rule
}

func main() {
	t := tables{source: openapi.Schema().Definitions, rules: map[string]map[string]rule{}}
	t.collect()
	kinds, isNamespaced := t.kinds()
	print(kinds, t.rules, isNamespaced)
}

// collect repeats until nothing new is found: a definition matters when a merged list can be reached from it.
func (t tables) collect() {
	for grown := true; grown; {
		grown = false
		for name, schema := range t.source {
			for field, property := range schema.Properties {
				found, ok := t.ruleOf(property)
				if _, known := t.rules[name][field]; !ok || known {
					continue
				}
				if t.rules[name] == nil {
					t.rules[name] = map[string]rule{}
				}
				t.rules[name][field] = found
				grown = true
			}
		}
	}
	for _, fields := range t.rules {
		for field, entry := range fields {
			if t.rules[entry.To] == nil {
				entry.To = ""
				fields[field] = entry
			}
		}
	}
}

func (t tables) ruleOf(property spec.Schema) (rule, bool) {
	resource := openapi.ResourceSchema{Schema: &property}
	strategy, keys := resource.PatchStrategyAndKeyList()
	if slices.Contains(strings.Split(strategy, ","), "merge") {
		to := ""
		if property.Items != nil && property.Items.Schema != nil {
			to = reference(*property.Items.Schema)
		}
		return rule{To: to, Keys: &keys}, property.Type.Contains("array")
	}
	to := reference(property)
	return rule{To: to}, t.rules[to] != nil
}

func reference(schema spec.Schema) string {
	return strings.TrimPrefix(schema.Ref.String(), "#/definitions/")
}

func (t tables) kinds() (map[string]string, map[string]bool) {
	kinds, isNamespaced := map[string]string{}, map[string]bool{}
	for name, schema := range t.source {
		for _, meta := range typesOf(schema) {
			key := meta.APIVersion + "/" + meta.Kind
			if t.rules[name] != nil && openapi.SchemaForResourceType(meta) != nil && !strings.HasSuffix(meta.Kind, "List") {
				kinds[key] = name
			}
			if namespaced, found := openapi.IsNamespaceScoped(meta); found {
				isNamespaced[key] = namespaced
			}
		}
	}
	return kinds, isNamespaced
}

func typesOf(schema spec.Schema) []yaml.TypeMeta {
	list, _ := schema.Extensions["x-kubernetes-group-version-kind"].([]any)
	result := []yaml.TypeMeta{}
	for _, entry := range list {
		fields, _ := entry.(map[string]any)
		text := func(key string) string { value, _ := fields[key].(string); return value }
		apiVersion := strings.TrimPrefix(text("group")+"/"+text("version"), "/")
		result = append(result, yaml.TypeMeta{APIVersion: apiVersion, Kind: text("kind")})
	}
	return result
}

func print(kinds map[string]string, rules map[string]map[string]rule, isNamespaced map[string]bool) {
	fmt.Println("// Made by test/support/kustomize-tables from kyaml 0.21.1 (Kubernetes v1.21.2). Do not edit.")
	fmt.Println("\n/** How a field goes on: `to` the definition of its value or elements; a list with `keys` is merged by them, or as a set. */")
	fmt.Println("export interface ListRule {\n  readonly to?: string\n  readonly keys?: readonly string[]\n}")
	fmt.Println("\nexport const definitions: { readonly [name: string]: { readonly [field: string]: ListRule } } = {")
	for _, name := range slices.Sorted(maps.Keys(rules)) {
		fmt.Printf("  %s: %s,\n", text(name), fields(rules[name]))
	}
	fmt.Println("}\n\n/** From `apiVersion/kind` to its definition. */")
	fmt.Println("export const definitionOfKind: { readonly [kind: string]: string } = {")
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		fmt.Printf("  %s: %s,\n", text(kind), text(kinds[kind]))
	}
	fmt.Println("}\n\n/** Whether the objects of a kind lie in a namespace, by `apiVersion/kind`. */")
	fmt.Println("export const isNamespacedKind: { readonly [kind: string]: boolean } = {")
	for _, kind := range slices.Sorted(maps.Keys(isNamespaced)) {
		fmt.Printf("  %s: %t,\n", text(kind), isNamespaced[kind])
	}
	fmt.Println("}")
}

func fields(rules map[string]rule) string {
	parts := []string{}
	for _, field := range slices.Sorted(maps.Keys(rules)) {
		entry := rules[field]
		value, _ := json.Marshal(entry)
		parts = append(parts, text(field)+": "+string(value))
	}
	return "{ " + strings.Join(parts, ", ") + " }"
}

func text(value string) string {
	quoted, _ := json.Marshal(value)
	return string(quoted)
}
