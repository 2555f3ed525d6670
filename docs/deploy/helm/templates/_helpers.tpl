{{- define "trefoil.labels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "trefoil.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "trefoil.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}:{{ .Values.image.tag }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag }}
{{- end -}}
{{- end }}

{{/* What would lose or split data is refused before anything is made. */}}
{{- define "trefoil.refuse" -}}
{{- if and .Values.embedded.enabled (gt (int .Values.replicas) 1) }}
{{- fail "The embedded database is for one replica: two processes would each have their own books. Set replicas to 1, or embedded.enabled to false and give DATABASE_URL." }}
{{- end }}
{{- if and (not .Values.embedded.enabled) (not (has "DATABASE_URL" .Values.secretKeys)) }}
{{- fail "Without the embedded database the Secret must hold DATABASE_URL, and secretKeys must name it." }}
{{- end }}
{{- if and .Values.embedded.enabled (has "DATABASE_URL" .Values.secretKeys) }}
{{- fail "Either embedded.enabled or DATABASE_URL in secretKeys: with both, the embedded database would stay empty." }}
{{- end }}
{{- if eq .Values.image.tag "latest" }}
{{- fail "The tag latest moves: two pods could run two versions unasked. Name a version." }}
{{- end }}
{{- end }}
