# ESP32-C3 and ESP32-S3: a project of ESP-IDF over the same core, built where its tools are.
ESP32_CHIPS := esp32c3 esp32s3

$(addprefix esp32-,$(ESP32_CHIPS)): esp32-%:
	idf.py -C boards/esp32 -B $(abspath $(BUILD))/$* -DIDF_TARGET=$* -DSDKCONFIG=$(abspath $(BUILD))/$*/sdkconfig build

NO_ESP32 := there is no idf.py. It comes with ESP-IDF 5.3 or later, from Espressif

ifneq ($(call FOUND,idf.py),)
all: esp32
esp32: $(addprefix esp32-,$(ESP32_CHIPS))
else
all: no-esp32
no-esp32:
	@echo "The images for the ESP32-C3 and ESP32-S3 were left out: $(NO_ESP32)"
esp32:
	@echo "The images for the ESP32-C3 and ESP32-S3 cannot be built: $(NO_ESP32)" >&2; exit 1
endif

.PHONY: esp32 no-esp32 $(addprefix esp32-,$(ESP32_CHIPS))
