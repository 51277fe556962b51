package provider

import (
	"bytes"
	"mime/multipart"

	"github.com/abxgen/abxgen/runtime/api"
	"github.com/abxgen/abxgen/runtime/e2b"
	"github.com/abxgen/abxgen/runtime/provider/values"
)

// setForm makes a form of files, as the SDK's argument of that name does: each
// field is bytes, text, or [file name, bytes].
func setForm(r *e2b.Request, files values.Object) error {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for field, v := range files {
		name, content := field, v
		if pair, ok := v.([]any); ok && len(pair) > 1 {
			name, content = values.Text(pair[0]), pair[1]
		}
		data := values.Bytes(content)
		if data == nil && content != nil {
			return api.Errorf(api.CodeConfig, "files holds bytes, text or [name, bytes]")
		}
		w, err := form.CreateFormFile(field, name)
		if err != nil {
			return err
		}
		_, _ = w.Write(data)
	}
	if err := form.Close(); err != nil {
		return err
	}
	r.Body = body.Bytes()
	r.Header.Set("Content-Type", form.FormDataContentType())
	return nil
}
